package io.flashsale.commons.openapi;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.problem.RefusalReason;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.web.method.HandlerMethod;

/** Documents the answers that each call's {@link ApiCall} names, and the common problem for all calls. */
final class CallAnswers implements OperationCustomizer {

    private static final String OK = "200";

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        operation.setTags(List.of(tag(method.getBeanType())));
        ApiResponses answers = new ApiResponses();
        @Nullable ApiCall call = method.getMethodAnnotation(ApiCall.class);
        ApiResponse success = operation.getResponses().getOrDefault(OK, new ApiResponse());
        if (call == null) {
            answers.addApiResponse(OK, success.description(reason(200)));
        } else {
            operation.setSummary(call.value());
            answers.addApiResponse(Integer.toString(call.status()), success(success, call));
            refusals(call)
                    .forEach((status, types) -> answers.addApiResponse(
                            Integer.toString(status),
                            ProblemSchema.answer(
                                    types.stream().map(ProblemType::title).collect(joining("; ")), types)));
        }
        answers.addApiResponse(ApiResponses.DEFAULT, ProblemSchema.anyOther());
        operation.setResponses(answers);
        return operation;
    }

    private static ApiResponse success(ApiResponse answer, ApiCall call) {
        answer.setDescription(reason(call.status()));
        if (!call.streams().isEmpty()) {
            answer.setContent(new Content().addMediaType(call.streams(), new MediaType().schema(new StringSchema())));
        }
        return answer;
    }

    private static Map<Integer, List<ProblemType>> refusals(ApiCall call) {
        return Stream.concat(Stream.of(call.refusalsOf()).flatMap(RefusalReason::problems), Stream.of(call.refusals()))
                .collect(groupingBy(ProblemType::status, TreeMap::new, java.util.stream.Collectors.toList()));
    }

    private static String reason(int status) {
        return HttpStatus.valueOf(status).getReasonPhrase();
    }

    /** SaleAdminController becomes "Sale admin". */
    private static String tag(Class<?> controller) {
        String words =
                controller.getSimpleName().replaceFirst("Controller$", "").replaceAll("(?<=.)([A-Z])", " $1");
        return words.substring(0, 1) + words.substring(1).toLowerCase(java.util.Locale.ROOT);
    }
}
