package io.flashsale.locklab.web;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.locklab.CaseCatalogue;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/lab/strategies")
class StrategyController {

    @GetMapping
    @ApiCall("All lock and stock schemes of the lab, with their scenarios")
    StrategyView.Strategies strategies() {
        return new StrategyView.Strategies(
                CaseCatalogue.all().stream().map(StrategyView::of).toList(), StrategyView.LimitsView.present());
    }

    @GetMapping(value = "/{id}/source", produces = MediaType.TEXT_PLAIN_VALUE)
    @ApiCall(value = "The class of a scheme", refusals = ProblemType.STRATEGY_NOT_FOUND)
    ResponseEntity<String> source(@PathVariable String id) {
        return CaseCatalogue.find(id)
                .map(found -> ResponseEntity.ok(SchemeSources.textOf(found.source())))
                .orElseThrow(() -> new ProblemException(Problems.of(ProblemType.STRATEGY_NOT_FOUND)));
    }
}
