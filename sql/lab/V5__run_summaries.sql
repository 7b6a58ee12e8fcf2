-- What a list of runs shows of a report: all but the long parts. So a list reads no whole reports.
-- Runs on MySQL 8 and MariaDB 11.

ALTER TABLE lab_run ADD COLUMN summary MEDIUMTEXT CHARACTER SET utf8mb4 NULL;

UPDATE lab_run SET summary = JSON_REMOVE(report, '$.timeline', '$.failPoints', '$.diagram') WHERE report IS NOT NULL;
