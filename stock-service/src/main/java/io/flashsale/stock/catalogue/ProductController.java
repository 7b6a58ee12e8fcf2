package io.flashsale.stock.catalogue;

import com.baomidou.mybatisplus.core.toolkit.Wrappers;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.stock.catalogue.SaleView.ProductView;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/products")
class ProductController {

    private static final int MAX_LISTED = 1_000;

    private final ProductMapper products;

    ProductController(ProductMapper products) {
        this.products = products;
    }

    /**
     * @param imageUrl a path on our own site or an https address; nothing else may reach a shopper's browser
     */
    record NewProduct(
            @NotBlank @Size(max = 120) String name,
            @Nullable @Size(max = 2_000) String description,

            @Nullable @Size(max = 300) @Pattern(regexp = "(/|https://)[^\\s\"'<>]*")
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

    @ApiCall(value = "Make a product", status = 201)
    @PostMapping
    ResponseEntity<ProductView> create(@Valid @RequestBody NewProduct product) {
        Product created = product.product();
        products.insert(created);
        return ResponseEntity.created(URI.create("/api/admin/products/" + created.id()))
                .body(ProductView.of(created));
    }
}
