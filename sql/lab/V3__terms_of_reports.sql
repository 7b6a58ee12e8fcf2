-- Runs that were kept before the lab took over the field's terms (docs/lock-lab.md): their reports are read by the same pages.
-- Runs on MySQL 8 and MariaDB 11.

UPDATE lab_run
SET report = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(report,
        '"overlaps":', '"exclusionViolations":'),
        '"overlapped":', '"violating":'),
        '"lateWrites":', '"staleWrites":'),
        '"late-write"', '"stale-write"'),
        '"steps":', '"failPoints":')
WHERE report IS NOT NULL;

UPDATE lab_run SET scenario = REPLACE(scenario, 'desk-dies', 'server-dies') WHERE scenario LIKE 'desk-dies%';
