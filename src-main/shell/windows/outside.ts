/** Opens allowed pages in the person's browser, and files in other programs. */
import { releasePage } from '@shared/program/update.js'

const ours: readonly string[] = [releasePage].filter((page) => page !== undefined)

/** Whether exactly this page may be opened. */
export const mayOpen = (url: string, pages = ours): boolean => pages.includes(url) && url.startsWith('https://')

/** @param open passes it to the system @throws Error for a page that is not on the list */
export async function openOutside(url: string, open: (url: string) => Promise<void>, pages = ours): Promise<void> {
  if (!mayOpen(url, pages)) throw new Error('This page may not be opened.')
  await open(url)
}

/**
 * Opens the sign-in page of a service, named by its authorization server.
 *
 * @param open passes it to the system @throws Error for anything but https, or http on this computer
 */
export async function openSignInPage(address: string, open: (url: string) => Promise<void>): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url?.username !== '' || url.password !== '' || !(url.protocol === 'https:' || isHere)) {
    throw new Error('This page may not be opened.')
  }
  await open(url.href)
}

export interface GuideOpeners {
  /** The guide for authors of agents, shipped with the program. */
  readonly file: string
  /** Resolves with the error, or with nothing. */
  readonly openFile: (file: string) => Promise<string>
}

/** Opens the guide for authors of agents. If nothing opens it, its path is shown. */
export async function showAgentGuide({ file, openFile }: GuideOpeners): Promise<{ readonly at: string }> {
  await openFile(file)
  return { at: file }
}
