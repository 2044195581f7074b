/**
 * Java servers: each file in `java/` is a measurement and runs in a separate process.
 */
import { measureBundled } from './bundled.mjs'

const measurements = ['rcon', 'log', 'snapshot', 'backup']

/** @param {import('./bundled.mjs').Options} [options] */
export const measure = (options = {}) =>
  measureBundled({ folder: 'java', what: 'Java servers', measurements, beside: ['rcon-server'] }, options)

export { tableOf } from './bundled.mjs'
