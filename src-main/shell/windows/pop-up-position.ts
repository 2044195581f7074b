/** Pop-up position: where the pop-up is placed on any screen. Units are Electron's (DIP). */

export interface ScreenArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Distance between the pop-up and the edges of the work area. */
export const screenMargin = 16

/**
 * The position in the upper right corner, at most as high as the screen. @param area the work area: without bars and
 * docks
 */
export function positionIn(area: ScreenArea, { width, height }: Pick<ScreenArea, 'width' | 'height'>): ScreenArea {
  return clampedTo(area, { x: area.x + area.width - width - screenMargin, y: area.y + screenMargin, width, height })
}

/** Moves and shrinks it as little as needed to be fully visible. */
export function clampedTo(area: ScreenArea, { x, y, width, height }: ScreenArea): ScreenArea {
  const room = area.height - 2 * screenMargin
  const kept = { width, height: Math.max(Math.min(height, room), 1) }
  return {
    ...kept,
    x: Math.round(within(x, area.x, area.x + area.width - kept.width)),
    y: Math.round(within(y, area.y, area.y + area.height - kept.height)),
  }
}

/** The lower bound when the bounds conflict. */
const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))
