/** Preload of the approval pop-up, which has no access to the channels of the main window. */
import { exposeTo } from './expose.js'

exposeTo('pop-up')
