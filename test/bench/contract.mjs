/**
 * The contract layer: each file in `contract/` is a measurement and runs in a separate process.
 */
import { measureBundled } from './bundled.mjs'

const measurements = ['manifests', 'arguments', 'tools-list', 'registration', 'events', 'server-updates', 'limits']

/** @param {import('./bundled.mjs').Options} [options] */
export const measure = (options = {}) =>
  measureBundled({ folder: 'contract', what: 'the contract layer', measurements, beside: ['agents'] }, options)

export { tableOf } from './bundled.mjs'
