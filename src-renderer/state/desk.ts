/** Desk: what the system around the window is like: keys, and what starts at login. */
import type { DeskState } from '../../src-main/ipc/shapes.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'

const nothingKnown: DeskState = {
  questionKeys: { accelerator: '', works: true },
  startsAtLogin: null,
  log: '',
  documents: '',
}

export const desk = createFeed<DeskState>(nothingKnown, {
  subscribe: (listener) => subscribe('desk:changed', listener),
  fetch: () => request('desk:state'),
})
