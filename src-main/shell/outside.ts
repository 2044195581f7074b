/** Outside: the few pages that the program opens in the person's browser, and no other; and what it opens beside itself. */
import { releasePage } from '../contract/update.js'

const ours: readonly string[] = [releasePage].filter((page) => page !== undefined)

/** Whether this page, letter for letter, may be opened. */
export const mayOpen = (url: string, pages = ours): boolean => pages.includes(url) && url.startsWith('https://')

/** @param open hands it to the system @throws Error for a page that is not on the list */
export async function openOutside(url: string, open: (url: string) => Promise<void>, pages = ours): Promise<void> {
  if (!mayOpen(url, pages)) throw new Error('This page may not be opened.')
  await open(url)
}

/**
 * Opens the sign-in page of a service, which its authorization server names.
 *
 * @param open hands it to the system @throws Error for anything but https, or http on this computer
 */
export async function openSignInPage(address: string, open: (url: string) => Promise<void>): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (!url || url.username !== '' || url.password !== '' || !(url.protocol === 'https:' || isHere)) {
    throw new Error('This page may not be opened.')
  }
  await open(url.href)
}

export interface GuideWays {
  /** How an agent is written: comes with the program. */
  readonly file: string
  /** Resolves to what went wrong, in words, or to nothing. */
  readonly openFile: (file: string) => Promise<string>
}

/** Opens the guide for authors of agents. Where nothing opens it, the person still reads where it is. */
export async function showAgentGuide({ file, openFile }: GuideWays): Promise<{ readonly at: string }> {
  await openFile(file)
  return { at: file }
}
