/** Packs once, before the tests of this stage. */
import { pack } from './installed.js'

export const setup = (): void => pack()
