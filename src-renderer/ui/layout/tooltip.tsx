/** Tooltip: the label and shortcut of an icon button, for pointer and keyboard. */
import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
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
