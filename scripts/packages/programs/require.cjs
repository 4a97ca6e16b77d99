// CommonJS. The packages are ESM, which Node can load with `require` as well.
const { Rooms } = require("@effect-rooms/core")
const { RoomsHttp } = require("@effect-rooms/http-client")
const { RoomsClient } = require("@effect-rooms/promise")
const { FakeRooms } = require("@effect-rooms/testing")

console.log(JSON.stringify([Rooms, RoomsHttp.layer, RoomsClient, FakeRooms.layer].map((value) => typeof value)))
