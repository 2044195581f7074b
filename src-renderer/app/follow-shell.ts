/** Follow the shell: opens the screen that a menu or a notification names, if it exists. */
import { subscribe } from '../bridge.js'
import { goTo } from '../state/navigation.js'
import { screens } from './screens.js'

export const followShell = (): (() => void) =>
  subscribe('window:go', ({ screen, about }) => {
    if (Object.hasOwn(screens, screen)) goTo({ screen, ...(typeof about === 'string' && { about }) })
  })
