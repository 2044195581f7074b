/** Shortcuts dialog: which keys there are, in the window and in the pop-up. */
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { KeyHint } from '../ui/key-hint.js'
import { screenNames } from './screens.js'
import { digitOf, isMac, keysOf } from './shortcuts.js'
import './shortcuts-dialog.css'

interface Line {
  readonly keys: string
  readonly words: string
}

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) => (
  <section className="shortcut-lines">
    <h3>{title}</h3>
    <dl>
      {lines.map(({ keys, words }) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>
            <span className="visually-hidden">{keys}</span>
            <KeyHint>{keys}</KeyHint>
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const mac = isMac()
  const screens = screenNames.flatMap((screen): Line[] => {
    const digit = digitOf(screen, screenNames)
    return digit === undefined ? [] : [{ keys: keysOf(digit, mac), words: t(`nav.${screen}`) }]
  })
  const window = [
    { keys: keysOf(',', mac), words: t('nav.settings') },
    { keys: keysOf('K', mac), words: t('live.search') },
    { keys: 'Tab', words: t('shortcuts.tab') },
    { keys: '?', words: t('shortcuts.title') },
  ]
  const popUp = [
    { keys: 'Esc', words: t('shortcuts.deny') },
    { keys: 'Alt ↑ ↓', words: t('shortcuts.turn') },
    { keys: 'Tab, Enter', words: t('shortcuts.approve') },
  ]
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <div className="shortcut-columns">
        <Lines title={t('shortcuts.screens')} lines={screens} />
        <div>
          <Lines title={t('shortcuts.window')} lines={window} />
          <Lines title={t('shortcuts.popUp')} lines={popUp} />
        </div>
      </div>
      <div className="dialog-buttons">
        <Button onClick={onClose}>{t('shortcuts.close')}</Button>
      </div>
    </Dialog>
  )
}
