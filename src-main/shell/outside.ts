/** Outside: the few pages that the program opens in the person's browser, and no other. */
import { releasePage } from '../contract/update.js'

const pages: ReadonlySet<string> = new Set([releasePage])

/** Whether this page, letter for letter, may be opened. */
export const mayOpen = (url: string): boolean => pages.has(url) && url.startsWith('https://')

/** @param open hands it to the system @throws Error for a page that is not on the list */
export async function openOutside(url: string, open: (url: string) => Promise<void>): Promise<void> {
  if (!mayOpen(url)) throw new Error('This page may not be opened.')
  await open(url)
}
