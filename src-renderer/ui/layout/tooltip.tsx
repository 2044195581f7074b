/** Tooltip: the label and shortcut of an icon button, for pointer and keyboard. */
import { Tooltip as Radix } from 'radix-ui'
import { type ReactElement, useSyncExternalStore } from 'react'
import { KeyHint } from '../text/key-hint.js'
import './tooltip.css'

export interface TooltipProps {
  readonly text: string
  readonly keys?: string
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** The button, which has an accessible name of its own. */
  readonly children: ReactElement
}

/** Milliseconds. */
const delay = 400

export const Tooltip = ({ text, keys, side = 'bottom', children }: TooltipProps) => (
  <Radix.Provider delayDuration={delay}>
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {text} {keys && <KeyHint>{keys}</KeyHint>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
)

const narrow = () => window.matchMedia('(max-width: 900px)')
const onWidth = (listener: () => void): (() => void) => {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The words of a button of the rail, which a narrow window shows as an icon. */
export const NarrowTooltip = ({ text, children }: { readonly text: string; readonly children: ReactElement }) => {
  const isNarrow = useSyncExternalStore(onWidth, () => narrow().matches)
  return isNarrow ? (
    <Tooltip text={text} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  )
}
