/** Builds: each file in `build/` is a measurement and runs in a separate process. */
import { measureBundled } from './bundled.mjs'

const measurements = ['plan', 'paint', 'preview', 'run']

/** @param {import('./bundled.mjs').Options} [options] */
export const measure = (options = {}) => measureBundled({ folder: 'build', what: 'builds', measurements }, options)

export { tableOf } from './bundled.mjs'
