-- The history of the lock lab (docs/lock-lab.md): who ran which scenario of which scheme, and what came of it. The report is
-- what GET /api/lab/runs/{id} answers under `report`. Runs on MySQL 8 and MariaDB 11.

CREATE TABLE lab_run (
    id         BIGINT       NOT NULL AUTO_INCREMENT,
    strategy   VARCHAR(8)   NOT NULL,
    scenario   VARCHAR(60)  NOT NULL,
    stock      INT          NOT NULL,
    buyers     INT          NOT NULL,
    processes  INT          NOT NULL,
    started_by BIGINT       NOT NULL,
    started_at DATETIME(3)  NOT NULL,
    ended_at   DATETIME(3)  NULL,
    state      VARCHAR(10)  NOT NULL,
    fault      VARCHAR(500) NULL,
    report     MEDIUMTEXT   NULL,
    PRIMARY KEY (id),
    CONSTRAINT ck_lab_run_state CHECK (state IN ('STARTING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'))
);
