/**
 * Servers elsewhere: each file in `remote/` is a measurement and runs in a separate process. Distance is made by a proxy
 * of this computer, so figures of the link do not depend on a network.
 */
import { measureBundled } from './bundled.mjs'

const measurements = ['commands', 'snapshot', 'backup']

/** @param {import('./bundled.mjs').Options} [options] */
export const measure = (options = {}) =>
  measureBundled({ folder: 'remote', what: 'servers elsewhere', measurements }, options)

export { tableOf } from './bundled.mjs'
