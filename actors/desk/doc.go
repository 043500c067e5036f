// Package desk is activity for administrators: what happens in the community, sent
// to those who watch. A Tap decides without a lock what is sent; one actor on each node
// sends it to the sockets that watch and to the other nodes. Package desk owns the
// frames activity, activity_watched and activity_left_out. It never decides who is an
// administrator: a session asks before it watches, and ends its watch with the right.
package desk
