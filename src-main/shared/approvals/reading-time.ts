/**
 * Reading time: how long what a person agrees to must have been visible before their yes counts, on every screen.
 *
 * Guards invariant 2. A page begins to wait when the program knows that the page shows it, so the program, which
 * measures the same time itself, never refuses a button that the page has enabled.
 */

/** Milliseconds. */
export const readingMs = 1_000
