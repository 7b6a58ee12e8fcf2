package io.flashsale.stock.catalogue;

import com.baomidou.mybatisplus.core.toolkit.Wrappers;
import io.flashsale.commons.adminchange.MadeOnce;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.stock.catalogue.SaleView.ProductView;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/products")
class ProductController {

    private static final int MAX_PAGE = 1_000;

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

    /**
     * @param q that the name contains; empty for all
     * @param after the id of the last product of the page before; 0 for the first page
     */
    @ApiCall(
            value = "All products, page by page: the header Link has the next page",
            refusals = ProblemType.INVALID_REQUEST)
    @GetMapping
    ResponseEntity<List<ProductView>> list(
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "0") long after,
            @RequestParam(defaultValue = "" + MAX_PAGE) int size) {
        if (size < 1 || size > MAX_PAGE) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "size is 1 to " + MAX_PAGE + ".");
        }
        List<Product> found = products.selectList(Wrappers.<Product>query()
                .gt("id", after)
                .apply("INSTR(name, {0}) > 0", q.strip())
                .orderByAsc("id")
                .last("LIMIT " + (size + 1)));
        List<ProductView> shown =
                found.stream().limit(size).map(ProductView::of).toList();
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        if (found.size() > size) {
            Map<String, @Nullable Object> next = new LinkedHashMap<>();
            next.put("q", q.isEmpty() ? null : q);
            next.put("size", size);
            next.put("after", shown.getLast().id());
            answer.header(HttpHeaders.LINK, NextLink.to("/api/admin/products", next));
        }
        return answer.body(shown);
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
