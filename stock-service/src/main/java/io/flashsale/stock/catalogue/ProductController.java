package io.flashsale.stock.catalogue;

import com.baomidou.mybatisplus.core.toolkit.Wrappers;
import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.admission.spring.CampaignChanged;
import io.flashsale.commons.adminchange.MadeOnce;
import io.flashsale.commons.listing.NextLink;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
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

    private static final String OWN_PATH = "/(?![/\\\\])[^\\s\"'<>]*";

    private final ProductMapper products;
    private final SaleMapper sales;
    private final SaleCatalogue catalogue;
    private final MadeOnce madeOnce;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    ProductController(
            ProductMapper products,
            SaleMapper sales,
            SaleCatalogue catalogue,
            MadeOnce madeOnce,
            ApplicationEventPublisher events,
            TransactionTemplate transaction) {
        this.products = products;
        this.sales = sales;
        this.catalogue = catalogue;
        this.madeOnce = madeOnce;
        this.events = events;
        this.transaction = transaction;
    }

    /**
     * @param imageUrl a path on our own site: the policy of our pages allows no other pictures
     */
    record NewProduct(
            @NotBlank @Size(max = 120) String name,
            @Nullable @Size(max = 2_000) String description,

            @Nullable @Size(max = 300) @Pattern(regexp = OWN_PATH)
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
     * What becomes of a product; a missing value stays as it is.
     *
     * @param revision of the product that was changed: if it has another one by now, nothing changes
     */
    record ProductChange(
            @NotNull Long revision,

            @Nullable @Size(max = 120) @Pattern(regexp = "(?s).*\\S.*")
            String name,

            @Nullable @Size(max = 2_000) String description,

            @Nullable @Size(max = 300) @Pattern(regexp = OWN_PATH)
            String imageUrl,

            @Nullable Boolean withdrawn) {

        String nameOr(String old) {
            return name == null ? old : name.strip();
        }

        String descriptionOr(String old) {
            return description == null ? old : description.strip();
        }

        String imageUrlOr(String old) {
            return imageUrl == null ? old : imageUrl;
        }
    }

    /** @param withdrawn whether nobody can make a new sale of it */
    record ProductDetails(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
            String name,
            String description,
            String imageUrl,
            boolean withdrawn,
            long revision) {

        static ProductDetails of(Product product) {
            return new ProductDetails(
                    product.id(),
                    product.name(),
                    product.description(),
                    product.imageUrl(),
                    product.isWithdrawn(),
                    product.revision());
        }
    }

    /**
     * @param q that the name contains; empty for all
     * @param withdrawn those that were withdrawn instead of those on offer
     * @param after the id of the last product of the page before; 0 for the first page
     */
    @ApiCall(
            value =
                    "The products on offer, or those that were withdrawn, page by page: the header Link has the next page",
            refusals = ProblemType.INVALID_REQUEST)
    @GetMapping
    ResponseEntity<List<ProductDetails>> list(
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "false") boolean withdrawn,
            @RequestParam(defaultValue = "0") long after,
            @RequestParam(defaultValue = "" + MAX_PAGE) int size) {
        if (size < 1 || size > MAX_PAGE) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "size is 1 to " + MAX_PAGE + ".");
        }
        List<Product> found = products.selectList(Wrappers.<Product>query()
                .eq("withdrawn", withdrawn)
                .gt("id", after)
                .apply("INSTR(name, {0}) > 0", q.strip())
                .orderByAsc("id")
                .last("LIMIT " + (size + 1)));
        List<ProductDetails> shown =
                found.stream().limit(size).map(ProductDetails::of).toList();
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        if (found.size() > size) {
            Map<String, @Nullable Object> next = new LinkedHashMap<>();
            next.put("q", q.isEmpty() ? null : q);
            next.put("withdrawn", withdrawn ? true : null);
            next.put("size", size);
            next.put("after", shown.getLast().id());
            answer.header(HttpHeaders.LINK, NextLink.to("/api/admin/products", next));
        }
        return answer.body(shown);
    }

    @ApiCall(value = "Make a product; one for all calls with the same Idempotency-Key", status = 201)
    @PostMapping
    ResponseEntity<ProductDetails> create(
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
                .body(ProductDetails.of(created));
    }

    /**
     * Sales show the product as it is now, also those that run; withdrawing it does not touch them. Reservations carry the
     * picture, so the gates learn another one as a change of each sale. A sale that is made meanwhile may go on with the
     * old one until the reconciliation sees it.
     */
    @ApiCall(
            value = "Change a product, or withdraw it: then nobody can make a new sale of it",
            refusals = {ProblemType.PRODUCT_NOT_FOUND, ProblemType.PRODUCT_CONFLICT, ProblemType.INVALID_REQUEST})
    @PatchMapping("/{id}")
    ProductDetails change(@PathVariable long id, @Valid @RequestBody ProductChange change) {
        Product old = products.selectById(id);
        if (old == null) {
            throw new ProblemException(Problems.of(ProblemType.PRODUCT_NOT_FOUND));
        }
        String imageUrl = change.imageUrlOr(old.imageUrl());
        List<Long> shown = catalogue.recentOf(id);
        transaction.executeWithoutResult(status -> {
            if (!imageUrl.equals(old.imageUrl())) {
                shown.forEach(sales::raiseRevision); // first, as other changes of a sale lock it before its product
            }
            int changed = products.change(
                    id,
                    change.revision(),
                    change.nameOr(old.name()),
                    change.descriptionOr(old.description()),
                    imageUrl,
                    change.withdrawn() == null ? old.isWithdrawn() : change.withdrawn());
            if (changed == 0) {
                throw new ProblemException(Problems.of(ProblemType.PRODUCT_CONFLICT));
            }
        });
        shown.forEach(sale -> {
            catalogue.refresh(sale);
            events.publishEvent(new CampaignChanged(sale));
        });
        return ProductDetails.of(products.selectById(id));
    }
}
