/** Preload of the main window. */
import { exposeTo } from './expose.js'

exposeTo('window')
