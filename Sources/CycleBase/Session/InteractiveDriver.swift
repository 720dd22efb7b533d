/// A driver that shows the program to the person in front of it: it goes on while all others are silenced.
package protocol InteractiveDriver {}
