/** Where to go after logging in: a page of ours, never what a foreign link smuggled in. */
export function safeTarget(then) {
  return typeof then === 'string' && /^\/(?![/\\])/.test(then) ? then : '/';
}
