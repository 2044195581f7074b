/** How the last run of the program ended, until a person dismisses it. */
import type { CrashState } from '@shared/program/crash-state.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'

export const crash = createFeed<CrashState>(
  { last: null, safeMode: false },
  { subscribe: (listener) => subscribe('crash:changed', listener), fetch: () => request('crash:state') },
)
