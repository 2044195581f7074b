/**
 * Keys setting: keys that work everywhere, recorded as a person presses them.
 *
 * Tab leaves the field, Escape keeps the keys, Backspace removes them. Every other combination is validated; an invalid one
 * shows an error and changes nothing.
 */
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { KeyHint } from '../../ui/text/key-hint.js'
import { isMac, keysOf, shortcutText } from '../../ui/text/shortcut-text.js'
import { type KeyPressResult, pressedKeys } from './pressed-keys.js'
import { Setting } from './setting.js'
import './keys-setting.css'

export interface KeysSettingProps {
  readonly title: string
  readonly text: string
  /** An Electron accelerator; empty for none. */
  readonly value: string
  readonly first: string
  /** They cannot be registered. */
  readonly taken: boolean
  /** Why these conflict with other global shortcuts. */
  readonly problemOf: (accelerator: string) => string | undefined
  readonly onSave: (accelerator: string) => void
}

const pressedIn = ({ nativeEvent }: KeyboardEvent): KeyPressResult => {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = nativeEvent
  const altGraph = nativeEvent.getModifierState('AltGraph')
  return pressedKeys({ key, code, ctrlKey, metaKey, altKey, shiftKey, altGraph }, isMac())
}

export const KeysSetting = ({ title, text, value, first, taken, problemOf, onSave }: KeysSettingProps) => {
  const { t } = useTranslation()
  const id = useId()
  /** The pressed keys, when they are not valid. */
  const [held, setHeld] = useState('')
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState('')
  const modifiers = isMac() ? '⌘ ⌥' : 'Ctrl + Alt'

  const save = (accelerator: string) => {
    setProblem(undefined)
    setSaid(accelerator === '' ? t('recordKeys.none') : t('recordKeys.recorded', { keys: shortcutText(accelerator) }))
    if (accelerator !== value) onSave(accelerator)
  }
  const refuse = (why: string) => {
    setSaid('')
    setProblem(why)
  }
  const leaveAsItIs = () => {
    setHeld('')
    setProblem(undefined)
    setSaid('')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    const isAlone = !ctrlKey && !metaKey && !altKey
    if (isAlone && key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (repeat) return
    if (isAlone && key === 'Escape') return leaveAsItIs()
    if (isAlone && (key === 'Backspace' || key === 'Delete')) return save('')
    const pressed = pressedIn(event)
    if (pressed.kind === 'held') return setHeld(pressed.accelerator)
    setHeld('')
    if (pressed.kind === 'refused') return refuse(t(`recordKeys.${pressed.why}`, { modifiers }))
    const clash = problemOf(pressed.accelerator)
    if (clash === undefined) save(pressed.accelerator)
    else refuse(clash)
  }

  const shown = held === '' ? keysOf(value) : keysOf(held)
  const wrong = problem ?? (taken ? t('settings.keysTaken') : undefined)
  return (
    <Setting title={title} text={text}>
      <div className="keys-setting">
        <div className="keys-setting-line">
          <div className={`keys-field ${wrong === undefined ? '' : 'wrong'}`}>
            <input
              readOnly
              aria-label={title}
              aria-describedby={`${id}-how ${id}-wrong`}
              aria-invalid={wrong !== undefined}
              value={value === '' ? t('recordKeys.none') : shortcutText(value)}
              onKeyDown={onKeyDown}
              onKeyUp={(event) => {
                const pressed = pressedIn(event)
                if (held !== '') setHeld(pressed.kind === 'held' ? pressed.accelerator : '')
              }}
              onBlur={leaveAsItIs}
            />
            <span className="keys-field-caps" aria-hidden="true">
              {shown.map((key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
              {held !== '' && <span className="keys-field-more">…</span>}
              {shown.length === 0 && <span className="keys-field-none">{t('recordKeys.none')}</span>}
            </span>
          </div>
          {value !== first && (
            <Button
              size="s"
              tone="quiet"
              icon="undo"
              aria-label={`${t('recordKeys.first', { keys: shortcutText(first) })}: ${title}`}
              title={t('recordKeys.first', { keys: shortcutText(first) })}
              disabled={problemOf(first) !== undefined}
              onClick={() => save(first)}
            />
          )}
          {value !== '' && (
            <Button
              size="s"
              tone="quiet"
              icon="close"
              aria-label={`${t('recordKeys.remove')}: ${title}`}
              title={t('recordKeys.remove')}
              onClick={() => save('')}
            />
          )}
        </div>
        <p id={`${id}-how`} className={wrong === undefined ? 'keys-setting-how' : 'visually-hidden'}>
          {t('recordKeys.how')}
        </p>
        <p id={`${id}-wrong`} className="keys-setting-wrong" role="alert">
          {wrong}
        </p>
        <span className="visually-hidden" role="status">
          {said}
        </span>
      </div>
    </Setting>
  )
}
