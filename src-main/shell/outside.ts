/** Outside: the few pages that the program opens in the person's browser, and no other. */
import { releasePage } from '../contract/update.js'

/** How an agent is written. A placeholder, as the address of the releases is. */
export const agentGuidePage = 'https://gatehouse.example/agents'

const pages: ReadonlySet<string> = new Set([releasePage, agentGuidePage])

/** Whether this page, letter for letter, may be opened. */
export const mayOpen = (url: string): boolean => pages.has(url) && url.startsWith('https://')

/** @param open hands it to the system @throws Error for a page that is not on the list */
export async function openOutside(url: string, open: (url: string) => Promise<void>): Promise<void> {
  if (!mayOpen(url)) throw new Error('This page may not be opened.')
  await open(url)
}

export interface GuideWays {
  /** Where the guide lies in a checkout. */
  readonly file: string
  readonly exists: (file: string) => boolean
  /** Resolves to what went wrong, in words, or to nothing. */
  readonly openFile: (file: string) => Promise<string>
  readonly open: (url: string) => Promise<void>
}

/** Opens the guide for authors of agents. Where nothing opens it, the person still reads where it is. */
export async function openAgentGuide({ file, exists, openFile, open }: GuideWays): Promise<{ readonly at: string }> {
  if (exists(file)) {
    await openFile(file)
    return { at: file }
  }
  await openOutside(agentGuidePage, open)
  return { at: agentGuidePage }
}
