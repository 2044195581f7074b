/** Code pages: a module of its own because its tables are loaded with the first log that is not UTF-8 (`scripts/build.mjs`). */
export { decode } from 'iconv-lite'
