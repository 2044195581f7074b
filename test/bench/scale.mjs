/** Scale: many servers, many capabilities, a long day. Each file in `scale/` is a measurement and runs in a separate process. */
import { measureBundled } from './bundled.mjs'

const measurements = ['soak']

/** @param {import('./bundled.mjs').Options} [options] */
export const measure = (options = {}) => measureBundled({ folder: 'scale', what: 'scale', measurements }, options)

export { tableOf } from './bundled.mjs'
