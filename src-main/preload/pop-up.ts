/** Preload of the approval pop-up, which can ask for nothing that is the main window's. */
import { exposeTo } from './expose.js'

exposeTo('pop-up')
