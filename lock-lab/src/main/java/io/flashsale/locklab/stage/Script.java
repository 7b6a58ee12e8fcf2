package io.flashsale.locklab.stage;

/** What happens in a scenario. */
@FunctionalInterface
public interface Script {

    /** @throws StageException if it could not be played as it is written */
    void play(Stage stage);
}
