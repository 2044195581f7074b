/* Generated from src-main/contract/catalogue/ by `npm run generate`. Do not edit. */

/**
 * What each capability of the core catalogue takes, defaults filled, and what it answers or tells.
 */
export interface CoreCapabilities {
  'chat.broadcast': {
    type: 'action'
    parameters: {
      /**
       * Plain text.
       */
      message: string
    }
    returns: {
      recipients?: number
    }
  }
  'entity.list': {
    type: 'context'
    parameters: {
      /**
       * Name of the world.
       */
      worldName: string
      /**
       * Only this kind, for example "minecraft:creeper".
       */
      type?: string
      /**
       * Centre of the search. Default: the whole world.
       */
      center?: {
        /**
         * Name of the world, for example "world" or "world_nether".
         */
        world: string
        /**
         * Blocks, east positive.
         */
        x: number
        /**
         * Blocks, up positive.
         */
        y: number
        /**
         * Blocks, south positive.
         */
        z: number
      }
      /**
       * Blocks around the centre.
       */
      radius: number
      /**
       * Maximum number of entities. With a centre, the nearest come first.
       */
      limit: number
    }
    returns: {
      entities: {
        id: string
        type: string
        name?: string
        location?: {
          world?: string
          x?: number
          y?: number
          z?: number
          yaw?: number
          pitch?: number
        }
        /**
         * The item. Only for dropped items.
         */
        item?: {
          /**
           * Id of the item, for example minecraft:oak_planks.
           */
          type: string
          amount?: number
          durability?: number
          enchantments?: {
            id?: string
            level?: number
          }[]
          displayName?: string
          lore?: string[]
          /**
           * More data of the game.
           */
          nbt?: {
            [k: string]: unknown
          }
        }
      }[]
      total: number
    }
  }
  'entity.remove': {
    type: 'action'
    parameters: {
      /**
       * Name of the world.
       */
      worldName: string
      /**
       * Ids from entity_list.
       *
       * @minItems 1
       * @maxItems 500
       */
      entityIds: string[]
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      removed: number
    }
  }
  'player.list': {
    type: 'context'
    parameters: {}
    returns: {
      players?: {
        name?: string
        uuid?: string
        location?: {
          world?: string
          x?: number
          y?: number
          z?: number
          yaw?: number
          pitch?: number
        }
        ping?: number
      }[]
      online?: number
      max?: number
    }
  }
  'player.info.get': {
    type: 'context'
    parameters: {
      /**
       * Name of the player, exactly as player_list gives it.
       */
      playerName: string
    }
    returns: {
      name?: string
      uuid?: string
      location?: {
        world?: string
        x?: number
        y?: number
        z?: number
        yaw?: number
        pitch?: number
      }
      /**
       * Half hearts, 0 to 20.
       */
      health?: number
      /**
       * 0 to 20.
       */
      food?: number
      gameMode?: string
      /**
       * Milliseconds.
       */
      ping?: number
    }
  }
  'player.teleport': {
    type: 'action'
    parameters: {
      /**
       * Name of the player, exactly as player_list gives it.
       */
      playerName: string
      location: {
        /**
         * Name of the world, for example "world" or "world_nether".
         */
        world: string
        /**
         * Blocks, east positive.
         */
        x: number
        /**
         * Blocks, up positive; sea level is 63.
         */
        y: number
        /**
         * Blocks, south positive.
         */
        z: number
        /**
         * Degrees, 0 looks south.
         */
        yaw: number
        /**
         * Degrees, 90 looks down.
         */
        pitch: number
      }
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      success?: boolean
      previousLocation?: {
        world?: string
        x?: number
        y?: number
        z?: number
        yaw?: number
        pitch?: number
      }
      newLocation?: {
        world?: string
        x?: number
        y?: number
        z?: number
        yaw?: number
        pitch?: number
      }
    }
  }
  'player.kick': {
    type: 'action'
    parameters: {
      /**
       * Name of the player, exactly as player_list gives it.
       */
      playerName: string
      /**
       * Reason, shown to the player and logged.
       */
      reason?: string
    }
    returns: {
      success: boolean
      playerName?: string
    }
  }
  'player.ban': {
    type: 'action'
    parameters: {
      /**
       * Name of the player, exactly as player_list gives it.
       */
      playerName: string
      /**
       * Reason, shown to the player and logged.
       */
      reason: string
      /**
       * Minutes. Default: forever.
       */
      durationMinutes?: number
    }
    returns: {
      success: boolean
      playerName?: string
      until?: string
    }
  }
  'player.mute': {
    type: 'action'
    parameters: {
      /**
       * Name of the player, exactly as player_list gives it.
       */
      playerName: string
      /**
       * Minutes. Default: forever.
       */
      durationMinutes?: number
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      success: boolean
      playerName?: string
      until?: string
    }
  }
  'player.economy.balance.get': {
    type: 'context'
    parameters: {
      /**
       * Name of the player, exactly as player_list gives it.
       */
      playerName: string
    }
    returns: {
      playerName?: string
      balance: number
      currency?: string
    }
  }
  'player.economy.balance.adjust': {
    type: 'action'
    parameters: {
      /**
       * Name of the player, exactly as player_list gives it.
       */
      playerName: string
      /**
       * Amount to add. Negative: amount to remove.
       */
      amount: number
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      playerName?: string
      previousBalance?: number
      balance: number
    }
  }
  'player.join': {
    type: 'event'
    parameters: {
      filter?: {
        /**
         * Only these players. Empty: all.
         *
         * @maxItems 100
         */
        playerNames?: string[]
      }
    }
    returns: {
      playerName: string
      playerUuid?: string
      timestamp?: string
      location?: {
        world?: string
        x?: number
        y?: number
        z?: number
        yaw?: number
        pitch?: number
      }
      isFirstJoin?: boolean
    }
  }
  'player.leave': {
    type: 'event'
    parameters: {
      filter?: {
        /**
         * Only these players. Empty: all.
         *
         * @maxItems 100
         */
        playerNames?: string[]
      }
    }
    returns: {
      playerName: string
      playerUuid?: string
      timestamp?: string
      reason?: string
    }
  }
  'player.death': {
    type: 'event'
    parameters: {
      filter?: {
        /**
         * Only these players. Empty: all.
         *
         * @maxItems 100
         */
        playerNames?: string[]
      }
    }
    returns: {
      playerName: string
      playerUuid?: string
      timestamp?: string
      cause?: string
      killer?: string
      location?: {
        world?: string
        x?: number
        y?: number
        z?: number
        yaw?: number
        pitch?: number
      }
    }
  }
  'player.chat': {
    type: 'event'
    parameters: {
      filter?: {
        /**
         * Only these players. Empty: all.
         *
         * @maxItems 100
         */
        playerNames?: string[]
      }
    }
    returns: {
      playerName: string
      playerUuid?: string
      message: string
      timestamp?: string
    }
  }
  'system.backup': {
    type: 'action'
    parameters: {
      /**
       * Name of the backup.
       */
      name?: string
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      backupId: string
      createdAt?: string
      sizeBytes?: number
    }
  }
  'system.restore': {
    type: 'action'
    parameters: {
      /**
       * Id from system_backup.
       */
      backupId: string
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      success: boolean
      backupId?: string
    }
  }
  'system.reload': {
    type: 'action'
    parameters: {
      /**
       * Only this plugin. Default: all.
       */
      pluginName?: string
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      success: boolean
      reloaded?: string[]
    }
  }
  'world.time.get': {
    type: 'context'
    parameters: {
      /**
       * Name of the world.
       */
      worldName: string
    }
    returns: {
      worldName?: string
      /**
       * Ticks of the day.
       */
      time?: number
      /**
       * Ticks since the world began.
       */
      fullTime?: number
      day?: number
      phase?: 'dawn' | 'day' | 'dusk' | 'night'
    }
  }
  'world.time.set': {
    type: 'action'
    parameters: {
      /**
       * Name of the world.
       */
      worldName: string
      /**
       * Ticks of the day.
       */
      time: number
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      worldName?: string
      previousTime?: number
      time?: number
    }
  }
  'world.weather.get': {
    type: 'context'
    parameters: {
      /**
       * Name of the world.
       */
      worldName: string
    }
    returns: {
      worldName: string
      weather: 'clear' | 'rain' | 'thunder'
      /**
       * Ticks until it changes by itself, 20 a second.
       */
      remainingTicks?: number
    }
  }
  'world.weather.set': {
    type: 'action'
    parameters: {
      /**
       * Name of the world.
       */
      worldName: string
      /**
       * Weather to set.
       */
      weather: 'clear' | 'rain' | 'thunder'
      /**
       * Seconds. Default: the game decides.
       */
      durationSeconds?: number
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      worldName: string
      previousWeather?: 'clear' | 'rain' | 'thunder'
      weather: 'clear' | 'rain' | 'thunder'
    }
  }
  'world.rule.get': {
    type: 'context'
    parameters: {
      /**
       * Name of the world.
       */
      worldName: string
      /**
       * Name of the game rule, for example "keepInventory".
       */
      rule: string
    }
    returns: {
      worldName?: string
      rule: string
      value: boolean | number | string
    }
  }
  'world.rule.set': {
    type: 'action'
    parameters: {
      /**
       * Name of the world.
       */
      worldName: string
      /**
       * Name of the game rule, for example "keepInventory".
       */
      rule: string
      /**
       * Value of the rule: true or false, or a whole number.
       */
      value: boolean | number | string
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      worldName?: string
      rule: string
      previousValue?: boolean | number | string
      value: boolean | number | string
    }
  }
  'world.tps.get': {
    type: 'context'
    parameters: {}
    returns: {
      /**
       * Ticks a second, 20 at most.
       */
      tps: number
      /**
       * Average time of a tick. Above 50 the server lags.
       */
      tickMilliseconds?: number
    }
  }
  'world.block.get': {
    type: 'context'
    parameters: {
      location: {
        /**
         * Name of the world, for example "world" or "world_nether".
         */
        world: string
        /**
         * Blocks, east positive.
         */
        x: number
        /**
         * Blocks, up positive.
         */
        y: number
        /**
         * Blocks, south positive.
         */
        z: number
      }
    }
    returns: {
      location?: {
        world?: string
        x?: number
        y?: number
        z?: number
        yaw?: number
        pitch?: number
      }
      type: string
      states?: {}
    }
  }
  'world.block.set': {
    type: 'action'
    parameters: {
      location: {
        /**
         * Name of the world, for example "world" or "world_nether".
         */
        world: string
        /**
         * Blocks, east positive.
         */
        x: number
        /**
         * Blocks, up positive.
         */
        y: number
        /**
         * Blocks, south positive.
         */
        z: number
      }
      /**
       * Id of the block, for example "minecraft:oak_planks".
       */
      type: string
      /**
       * Block states, for example {"facing": "north"}.
       */
      states?: {
        [k: string]: string | number | boolean
      }
      /**
       * Reason, shown to the approver and logged.
       */
      reason?: string
    }
    returns: {
      location?: {
        world?: string
        x?: number
        y?: number
        z?: number
        yaw?: number
        pitch?: number
      }
      previousType?: string
      type: string
    }
  }
  'world.block.placed': {
    type: 'event'
    parameters: {
      filter?: {
        /**
         * Only these players. Empty: all.
         *
         * @maxItems 100
         */
        playerNames?: string[]
        /**
         * Only these kinds of block, for example minecraft:tnt. Empty: all.
         *
         * @maxItems 100
         */
        types?: string[]
      }
    }
    returns: {
      playerName: string
      playerUuid?: string
      timestamp?: string
      type: string
      location?: {
        world?: string
        x?: number
        y?: number
        z?: number
        yaw?: number
        pitch?: number
      }
    }
  }
  'world.block.broken': {
    type: 'event'
    parameters: {
      filter?: {
        /**
         * Only these players. Empty: all.
         *
         * @maxItems 100
         */
        playerNames?: string[]
        /**
         * Only these kinds of block, for example minecraft:tnt. Empty: all.
         *
         * @maxItems 100
         */
        types?: string[]
      }
    }
    returns: {
      playerName: string
      playerUuid?: string
      timestamp?: string
      type: string
      location?: {
        world?: string
        x?: number
        y?: number
        z?: number
        yaw?: number
        pitch?: number
      }
    }
  }
  'world.tick.health': {
    type: 'event'
    parameters: {
      filter?: {
        /**
         * Only when it starts to lag (false), or has recovered (true).
         */
        healthy?: boolean
      }
    }
    returns: {
      tps: number
      tickMilliseconds?: number
      healthy?: boolean
      timestamp?: string
    }
  }
}
