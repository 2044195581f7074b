/** Paid model: whether a model can cost something, by its address. */

export const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the model runs on this computer, and so costs nothing. */
export const isOnThisComputer = (baseUrl: string): boolean =>
  URL.canParse(baseUrl) && loopbackHosts.has(new URL(baseUrl).hostname)

/** An address that cannot be read, such as a mask, counts as paid. */
export const mayBePaid = (baseUrl: string): boolean => baseUrl !== '' && !isOnThisComputer(baseUrl)
