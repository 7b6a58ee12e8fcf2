package io.flashsale.locklab.course;

/** The two languages of the pages, with the paths of the course and the glossary in each. */
enum PageLanguage {
    EN("docs/course/", "docs/glossary.md"),
    ZH("docs/course/zh/", "docs/glossary.zh-CN.md");

    private final String folder;
    private final String glossary;

    PageLanguage(String folder, String glossary) {
        this.folder = folder;
        this.glossary = glossary;
    }

    /** The folder of the chapters; ends with a slash. */
    String folder() {
        return folder;
    }

    String glossary() {
        return glossary;
    }
}
