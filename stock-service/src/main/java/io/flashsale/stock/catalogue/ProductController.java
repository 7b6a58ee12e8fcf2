package io.flashsale.stock.catalogue;

import com.baomidou.mybatisplus.core.toolkit.Wrappers;
import io.flashsale.commons.adminchange.MadeOnce;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.stock.catalogue.SaleView.ProductView;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/products")
class ProductController {

    private static final int MAX_LISTED = 1_000;

    private final ProductMapper products;
    private final MadeOnce madeOnce;
    private final TransactionTemplate transaction;

    ProductController(ProductMapper products, MadeOnce madeOnce, TransactionTemplate transaction) {
        this.products = products;
        this.madeOnce = madeOnce;
        this.transaction = transaction;
    }

    /**
     * @param imageUrl a path on our own site: the policy of our pages allows no other pictures
     */
    record NewProduct(
            @NotBlank @Size(max = 120) String name,
            @Nullable @Size(max = 2_000) String description,

            @Nullable @Size(max = 300) @Pattern(regexp = "/(?![/\\\\])[^\\s\"'<>]*")
            String imageUrl) {

        Product product() {
            Product unknown = Product.called(name.strip());
            return new Product(
                    unknown.name(),
                    description == null ? unknown.description() : description.strip(),
                    imageUrl == null ? unknown.imageUrl() : imageUrl);
        }
    }

    @ApiCall("All products")
    @GetMapping
    List<ProductView> list() {
        return products.selectList(Wrappers.<Product>query().orderByAsc("id").last("LIMIT " + MAX_LISTED)).stream()
                .map(ProductView::of)
                .toList();
    }

    @ApiCall(value = "Make a product; one for all calls with the same Idempotency-Key", status = 201)
    @PostMapping
    ResponseEntity<ProductView> create(
            @RequestHeader(name = MadeOnce.HEADER, required = false) @Nullable String key,
            @Valid @RequestBody NewProduct product) {
        MadeOnce.Request request = madeOnce.request("/api/admin/products", key, product);
        Product created = Objects.requireNonNull(transaction.execute(status -> {
            OptionalLong before = request.madeBefore();
            if (before.isPresent()) {
                return products.selectById(before.getAsLong());
            }
            Product made = product.product();
            products.insert(made);
            request.made(made.id());
            return made;
        }));
        return ResponseEntity.created(URI.create("/api/admin/products/" + created.id()))
                .body(ProductView.of(created));
    }
}
