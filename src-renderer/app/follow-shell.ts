/** Follow the shell: goes where a menu or a notification sends a person, if there is such a screen. */
import { subscribe } from '../bridge.js'
import { goTo } from '../state/place.js'
import { screens } from './screens.js'

export const followShell = (): (() => void) =>
  subscribe('window:go', ({ screen, about }) => {
    if (Object.hasOwn(screens, screen)) goTo({ screen, ...(typeof about === 'string' && { about }) })
  })
