package io.flashsale.stock.catalogue;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something that can be put on sale; a row of {@code product}. */
@TableName("product")
class Product {

    @TableId(type = IdType.ASSIGN_ID)
    private @Nullable Long id;

    private String name = "";
    private String description = "";
    private String imageUrl = "";
    private boolean withdrawn;
    private long revision = 1;

    /** For MyBatis. */
    Product() {}

    Product(String name, String description, String imageUrl) {
        this.name = name;
        this.description = description;
        this.imageUrl = imageUrl;
    }

    /** A product with nothing but a name yet. */
    static Product called(String name) {
        return new Product(name, "", "/images/products/unknown.svg");
    }

    long id() {
        return Objects.requireNonNull(id, "not stored yet");
    }

    String name() {
        return name;
    }

    String description() {
        return description;
    }

    String imageUrl() {
        return imageUrl;
    }

    /** Whether nobody can make a new sale of it. */
    boolean isWithdrawn() {
        return withdrawn;
    }

    long revision() {
        return revision;
    }
}
