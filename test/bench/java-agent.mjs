/**
 * The agent in Java beside the one in TypeScript, and beside a bare WebSocket echo in Java. Needs `mvn package` in `agents/java`.
 */
import { measureBundled } from './bundled.mjs'

const measurements = ['calls']

/** @param {import('./bundled.mjs').Options} [options] */
export const measure = (options = {}) =>
  measureBundled(
    { folder: 'java-agent', what: 'The agent in Java', measurements, beside: ['typescript-agent'] },
    options,
  )

export { tableOf } from './bundled.mjs'
