/**
 * The contract layer, one file in `contract/` a measurement, each in a process of its own.
 */
import { measureBundled } from './bundled.mjs'

const measurements = ['manifests', 'arguments', 'tools-list', 'registration', 'events', 'server-news', 'limits']

/** @param {import('./bundled.mjs').Options} [options] */
export const measure = (options = {}) =>
  measureBundled({ folder: 'contract', what: 'the contract layer', measurements, beside: ['agents'] }, options)

export { tableOf } from './bundled.mjs'
