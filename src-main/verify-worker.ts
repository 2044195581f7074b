/** The verify worker: a thread that reads a part of a large audit trail. */
import { parentPort, workerData } from 'node:worker_threads'
import { readRange } from './storage/audit/range-reading.js'
import type { ThreadRange } from './storage/audit/range-threads.js'
import { openToRead } from './storage/sqlite.js'

const { file, range } = workerData as ThreadRange
const database = openToRead(file, 'alone')
parentPort?.postMessage(readRange(database, range))
database.close()
