// Replaces @vue/devtools-api, which vue-router imports, with functions that report nothing.
export function setupDevtoolsPlugin() {}
