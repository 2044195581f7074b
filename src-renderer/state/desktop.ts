/** Desktop: properties of the system: keys, and whether the program starts at login. */
import type { DesktopState } from '../../src-main/owner/table/shapes.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'

const nothingKnown: DesktopState = {
  questionKeys: { accelerator: '', works: true },
  startsAtLogin: null,
  log: '',
  documents: '',
}

export const desktop = createFeed<DesktopState>(nothingKnown, {
  subscribe: (listener) => subscribe('desktop:changed', listener),
  fetch: () => request('desktop:state'),
})
