/** Pop-up place: where the pop-up stands on a screen, whatever the size of the two. Units are Electron's, free of density. */

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Between the pop-up and the edges of the work area. */
export const margin = 16

/** In the upper right corner, and no higher than the screen. @param area the work area: without bars and docks */
export function placeAt(area: Area, { width, height }: Pick<Area, 'width' | 'height'>): Area {
  return keptIn(area, { x: area.x + area.width - width - margin, y: area.y + margin, width, height })
}

/** Where it is, moved and shortened as little as it takes to be wholly in sight. */
export function keptIn(area: Area, { x, y, width, height }: Area): Area {
  const room = area.height - 2 * margin
  const kept = { width, height: Math.max(Math.min(height, room), 1) }
  return {
    ...kept,
    x: Math.round(within(x, area.x, area.x + area.width - kept.width)),
    y: Math.round(within(y, area.y, area.y + area.height - kept.height)),
  }
}

/** The lower bound where there is no room between the two. */
const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))
