package io.flashsale.controlroom.fault;

import io.flashsale.controlroom.fault.FaultsView.FaultKind;
import io.flashsale.controlroom.fault.FaultsView.InjectedFault;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** For administrators only, like everything below {@code /api/admin}; 404 outside the demo. */
@RestController
@RequestMapping("/api/admin/faults")
class FaultController {

    private final LauncherClient launcher;

    FaultController(LauncherClient launcher) {
        this.launcher = launcher;
    }

    record NewFault(
            @NotBlank @Size(max = 100) String target,
            @NotNull FaultKind fault) {}

    /** Lists what can be broken, and what is or was. */
    @GetMapping
    FaultsView faults() throws InterruptedException {
        return launcher.faults();
    }

    /** Breaks the target at once, until it is healed. */
    @PostMapping
    InjectedFault breakIt(@Valid @RequestBody NewFault fault) throws InterruptedException {
        return launcher.breakIt(fault.target(), fault.fault());
    }

    /** Returns a related document or chapter in Markdown; in Chinese for the language zh, if it is translated. */
    @GetMapping(value = "/reading/{document}", produces = "text/plain;charset=UTF-8")
    String reading(@PathVariable String document, @RequestParam(defaultValue = "en") String language)
            throws InterruptedException {
        return launcher.reading(document, language.equals("zh"));
    }

    /** Begins to repair everything that is broken. */
    @PostMapping("/heal")
    @ResponseStatus(HttpStatus.ACCEPTED)
    FaultsView heal() throws InterruptedException {
        return launcher.heal();
    }
}
