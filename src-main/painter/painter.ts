/**
 * Painter: the interface of the module that draws blocks as an isometric picture. No dependency on Electron.
 *
 * The same PNG serves the model, the pop-up, the phone and the log.
 */
import type { Projection, Turn } from '@shared/build/build-preview.js'

/** Blocks in the order y, z, x, as in a block volume: at most 512 on a side, and 4,194,304. */
export interface Scene {
  /** Lowest corner, in blocks of the world. */
  readonly from: { readonly x: number; readonly y: number; readonly z: number }
  /** Blocks along each axis. */
  readonly size: { readonly x: number; readonly y: number; readonly z: number }
  /** Block states such as `minecraft:oak_stairs[facing=east]`; an empty text is air. */
  readonly palette: readonly string[]
  readonly indices: Uint16Array
}

export interface PaintOptions {
  readonly turn: Turn
  /** Most pixels of the picture. The camera follows from the size of the scene alone: before and after fit each other. */
  readonly maxWidth: number
  readonly maxHeight: number
  /** Otherwise a soft sky. */
  readonly background?: 'transparent'
}

export interface Painting {
  readonly png: Uint8Array<ArrayBuffer>
  readonly width: number
  readonly height: number
  readonly projection: Projection
}

/** Paints in a thread of its own, one scene after the other. */
export interface Painter {
  /** @throws GatewayError when the scene cannot be painted */
  paint(scene: Scene, options: PaintOptions, signal?: AbortSignal): Promise<Painting>
  stop(): Promise<void>
}
