// Stands in for @vue/devtools-api, which vue-router imports: nothing is reported to a developer's extension.
export function setupDevtoolsPlugin() {}
