/** Quiet log: for a store that is opened without a log. */
import type { Log } from '../gateway/ports/runtime.js'

export const quietLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
