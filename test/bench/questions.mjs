/** How often an owner is asked in ordinary use. */
import { measureBundled } from './bundled.mjs'

/** @param {import('./bundled.mjs').Options} [options] */
export const measure = (options = {}) =>
  measureBundled({ folder: 'questions', what: 'questions in ordinary use', measurements: ['ordinary-use'] }, options)

export { tableOf } from './bundled.mjs'
