/** How fast votes of viewers are counted. */
import { measureBundled } from './bundled.mjs'

/** @param {import('./bundled.mjs').Options} [options] */
export const measure = (options = {}) =>
  measureBundled({ folder: 'votes', what: 'votes of viewers', measurements: ['ballot'] }, options)

export { tableOf } from './bundled.mjs'
