/** The page to open after logging in: one of ours, never one that a foreign link smuggled in. */
export function safeTarget(then) {
  return typeof then === 'string' && /^\/(?![/\\])/.test(then) ? then : '/';
}
